"""The only readers of options: each module answers the questions of one moment of the game.

Read in this order: `laying` a card, paying `debts`, dealing and holding `hands`, taking `turns`, `ending` a round,
`patience` with who does nothing.
"""
