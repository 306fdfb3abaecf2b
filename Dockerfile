# The images of Seine, one target each: gateway, scrape-worker, browser-worker, cli. docs/containers.md describes
# how to build and run them.
#
#   docker build --target gateway --tag seine/gateway .

# Debian with Node 24 and npm; the images contain only its `node`.
ARG BASE=node:24-bookworm-slim
# The base of the final images.
ARG RUNTIME=debian:bookworm-slim
# A time of Debian's archive, such as 20261101T000000Z, installs the versions of that time; empty: the newest ones.
ARG DEBIAN_SNAPSHOT=
ARG SNAPSHOT_ARCHIVE=http://snapshot.debian.org/archive
# Seconds since 1970: the build time in the bill of materials, and the time that the engine gives to all files; omitted
# by default. Every stage that uses one of these declares it, as not every engine hands them on to later stages.
ARG SOURCE_DATE_EPOCH=

# The packages of the lock file. They change seldom, so only the package lists are copied before them.
FROM ${BASE} AS packages
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY activities/package.json activities/
COPY clients/typescript/package.json clients/typescript/
COPY services/browser-worker/package.json services/browser-worker/
COPY services/cli/package.json services/cli/
COPY tools/package.json tools/
COPY services/gateway/package.json services/gateway/
COPY services/scrape-worker/package.json services/scrape-worker/
COPY shared/package.json shared/
COPY test/package.json test/
COPY workflows/package.json workflows/
# Native code for other architectures would add 110 MB. For a private registry or certificate authority use
# `--secret id=npmrc,src=…` and `--secret id=ca,src=…`.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc,required=false \
    --mount=type=secret,id=ca,target=/run/secrets/ca,required=false \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error --cache=/tmp/npm && \
    rm -rf /tmp/npm && \
    find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
      ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -rf {} +

# The bundle of workflows, and for each image the files that its program can load.
FROM packages AS assembled
COPY LICENSE ./
COPY activities activities
COPY clients clients
COPY services services
COPY shared shared
COPY tools tools
COPY workflows workflows
RUN node services/scrape-worker/bundle.ts /build/workflow-bundle.js && \
    for target in gateway scrape-worker browser-worker cli; do \
      node --disable-warning=ExperimentalWarning tools/images/assemble-image.ts "$target" "/assembled/$target" \
        || exit 1; \
    done

FROM ${RUNTIME} AS runtime
ARG DEBIAN_SNAPSHOT
ARG SNAPSHOT_ARCHIVE
# Copied and not mounted: buildah takes a step from its cache although a mounted file has changed.
COPY --chmod=0755 docker/images/install-packages.sh /usr/local/sbin/
# Accounts are written without the day of their last change, which would differ from build to build.
RUN /usr/local/sbin/install-packages.sh ca-certificates tini && \
    printf '%s:x:%s:%s::/tmp:/usr/sbin/nologin\n' seine 10001 10001 chromium 10002 10002 >> /etc/passwd && \
    printf '%s:x:%s:\n' seine 10001 chromium 10002 >> /etc/group && \
    printf '%s:!::\n' seine chromium >> /etc/gshadow && \
    printf '%s:!::0:99999:7:::\n' seine chromium >> /etc/shadow && \
    chmod 0711 /usr/bin/tini
# When a user may execute but not read a program, the kernel hides environment, memory and open files of its
# processes, also from other processes of that user.
COPY --from=packages --chmod=0711 /usr/local/bin/node /usr/local/bin/node
# Processes write only below /tmp.
ENV NODE_ENV=production \
    HOME=/tmp
WORKDIR /app
USER 10001:10001
STOPSIGNAL SIGTERM
ARG VERSION=0.1.0
ARG REVISION=
ARG RUNTIME
LABEL org.opencontainers.image.vendor="Seine" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.base.name="${RUNTIME}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

# Common to all services: the port of probes and metrics.
FROM runtime AS service
ENV SEINE_OPS_HOST=0.0.0.0 \
    SEINE_OPS_PORT=9464
EXPOSE 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SEINE_OPS_PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

FROM service AS worker
# The same values as in shared/config/worker-process.ts.
ENV MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=32768 \
    MALLOC_TRIM_THRESHOLD_=32768 \
    UV_THREADPOOL_SIZE=32

FROM service AS gateway
LABEL org.opencontainers.image.title="seine/gateway" \
      org.opencontainers.image.description="The HTTP API of Seine"
ENV SEINE_GATEWAY_HOST=0.0.0.0 \
    SEINE_GATEWAY_PORT=8420
EXPOSE 8420
COPY --from=assembled /assembled/gateway/packages /app
COPY --from=assembled /assembled/gateway/sources /app
# Writes the bill of materials from the files of the image: /usr/share/doc/seine/sbom.cdx.json.
ARG SOURCE_DATE_EPOCH
USER 0:0
RUN --mount=type=bind,from=assembled,source=/build,target=/build \
    node --disable-warning=ExperimentalWarning /build/tools/bill-of-materials/write-image-bill.ts gateway
USER 10001:10001
ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=4", "--heap-growing-percent=30", "--import=/app/shared/lifecycle/plain-sources.js", "services/gateway/main.ts"]

FROM worker AS scrape-worker
LABEL org.opencontainers.image.title="seine/scrape-worker" \
      org.opencontainers.image.description="Runs jobs of Seine and fetches pages over HTTP"
ENV SEINE_SCRAPE_HOST=0.0.0.0 \
    SEINE_SCRAPE_PORT=8440 \
    SEINE_WORKFLOW_BUNDLE=/app/workflow-bundle.js
EXPOSE 8440
COPY --from=assembled /assembled/scrape-worker/packages /app
COPY --from=assembled /build/workflow-bundle.js /app/workflow-bundle.js
COPY --from=assembled /assembled/scrape-worker/sources /app
ARG SOURCE_DATE_EPOCH
USER 0:0
RUN --mount=type=bind,from=assembled,source=/build,target=/build \
    node --disable-warning=ExperimentalWarning /build/tools/bill-of-materials/write-image-bill.ts scrape-worker
USER 10001:10001
ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=4", "--heap-growing-percent=30", "--import=/app/shared/lifecycle/plain-sources.js", "services/scrape-worker/main.ts"]

FROM worker AS browser-worker
LABEL org.opencontainers.image.title="seine/browser-worker" \
      org.opencontainers.image.description="Opens pages in Chromium for Seine"
USER 0:0
# Both engines, and fonts for the most common scripts. Versions are not pinned: Debian replaces a Chromium with known
# vulnerabilities and removes the old version. Drivers for displays (170 MB) are removed, because Chromium has its own
# software renderer. Another value of CHROMIUM_FROM, such as the date, installs them anew, and nothing else.
ARG CHROMIUM_FROM=
ARG DEBIAN_SNAPSHOT
ARG SNAPSHOT_ARCHIVE
ARG SOURCE_DATE_EPOCH
RUN /usr/local/sbin/install-packages.sh \
      chromium chromium-headless-shell fonts-freefont-ttf fonts-liberation fonts-noto-color-emoji fonts-wqy-zenhei \
      --without 'libllvm*' 'libz3-*' libgl1-mesa-dri adwaita-icon-theme
USER 10001:10001
ENV SEINE_BROWSER_HOST=0.0.0.0 \
    SEINE_BROWSER_PORT=8430 \
    SEINE_BROWSER_SHELL=/usr/bin/chromium-headless-shell \
    SEINE_BROWSER_CHROME=/usr/bin/chromium
EXPOSE 8430
COPY --from=assembled /assembled/browser-worker/packages /app
COPY --from=assembled /assembled/browser-worker/sources /app
USER 0:0
RUN --mount=type=bind,from=assembled,source=/build,target=/build \
    node --disable-warning=ExperimentalWarning /build/tools/bill-of-materials/write-image-bill.ts browser-worker
USER 10001:10001
ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=4", "--heap-growing-percent=30", "--import=/app/shared/lifecycle/plain-sources.js", "services/browser-worker/main.ts"]

FROM runtime AS cli
LABEL org.opencontainers.image.title="seine/cli" \
      org.opencontainers.image.description="Makes keys of Seine and crawls with a running service"
COPY --from=assembled /assembled/cli/packages /app
COPY --from=assembled /assembled/cli/sources /app
ARG SOURCE_DATE_EPOCH
USER 0:0
RUN --mount=type=bind,from=assembled,source=/build,target=/build \
    node --disable-warning=ExperimentalWarning /build/tools/bill-of-materials/write-image-bill.ts cli
USER 10001:10001
# Saved files are written here: mount a folder that user 10001 may write.
WORKDIR /work
ENTRYPOINT ["tini", "--", "node", "/app/services/cli/client-main.ts"]
