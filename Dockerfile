# The gate as an image: `docker build -t catalog-gate .`, then
# `docker run --rm -v "$PWD:/records:ro" catalog-gate check --offline /records/record.json`.
# With the service: `docker build --build-arg EXTRAS=server,postgres,xlsx -t catalog-gate:server .` (see docs/service.md).
# The base is pinned by version; add its digest where your registry shows it (`docker buildx imagetools inspect`).

FROM python:3.11.14-slim-bookworm AS build
ARG EXTRAS=""
COPY . /src
RUN python -m pip wheel --no-cache-dir --no-deps --wheel-dir /wheels /src
RUN python -m venv --without-pip /opt/gate \
 && for wheel in /wheels/*.whl; do \
      python -m pip --python /opt/gate/bin/python install --no-cache-dir "$wheel${EXTRAS:+[$EXTRAS]}"; \
    done

FROM python:3.11.14-slim-bookworm
LABEL org.opencontainers.image.title="catalog-gate" \
      org.opencontainers.image.licenses="Apache-2.0"
RUN useradd --uid 10001 --create-home gate
COPY --from=build /opt/gate /opt/gate
ENV PATH=/opt/gate/bin:$PATH \
    XDG_CACHE_HOME=/home/gate/.cache
USER 10001
# The queue's folder is there, so that a volume put over it is the user's too. The check makes the indexes, so that a container
# need not, and fails where a true record is not accepted.
RUN mkdir -p /home/gate/.local/share/catalog-gate \
 && gate check --offline --quiet /opt/gate/lib/python3.11/site-packages/gate/data/examples/*-true.json
WORKDIR /records
HEALTHCHECK --interval=30m --timeout=60s CMD ["gate", "refs", "verify"]
ENTRYPOINT ["gate"]
CMD ["--help"]
