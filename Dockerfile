# Every RUN is a script of scripts/image/ that also works without a container engine. The specs in
# test/container/ carry out this file, step by step, with folders in the place of images.

# One base for all stages: Node 24 on Debian 12, by the digest of its multi-platform index (amd64 and
# arm64). docs/deploy.md says how to bring tag and digest up to date together.
FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS base
WORKDIR /app

# Packages of the system stand below everything of ours, so that no change of ours installs them again.
FROM base AS system
COPY scripts/image/packages.sh scripts/image/
RUN scripts/image/packages.sh

# What the service needs to run, installed as such: nothing is pruned.
FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
COPY scripts/image/install.sh scripts/image/
RUN scripts/image/install.sh --omit=dev

# What is in the image, for those who look for known weaknesses.
FROM base AS sbom
COPY package.json package-lock.json ./
COPY console/package.json console/package-lock.json console/
COPY scripts/image/sbom.mjs scripts/image/licences.json scripts/image/
RUN node scripts/image/sbom.mjs

FROM base AS build
COPY package.json package-lock.json .npmrc ./
COPY scripts/image/install.sh scripts/image/
RUN scripts/image/install.sh
COPY console/package.json console/package-lock.json console/.npmrc console/
RUN scripts/image/install.sh --prefix console --include=dev
COPY . .
RUN scripts/image/build.sh

FROM system
COPY scripts/image/volumes.sh scripts/image/
RUN scripts/image/volumes.sh 1000:1000
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY scripts/image/healthcheck.mjs scripts/image/
COPY skills skills
COPY plugins plugins
COPY --from=build /app/dist dist
COPY --from=sbom /app/sbom sbom

# A container is reached from outside itself; the service wants a token for that.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787
# A number, so that a platform can see that it is not root.
USER 1000:1000
EXPOSE 8787
VOLUME ["/app/data", "/app/workspaces", "/app/workspace"]
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "scripts/image/healthcheck.mjs"]
# tini reaps what the employees' shell commands leave behind, and hands signals on.
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "dist/main.js"]
