"""The only readers of options: each module answers the questions of one moment of the game.

`laying` a card, paying `debts`, dealing and holding `hands`, taking `turns`, `ending` a round.
"""
