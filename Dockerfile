# Every RUN is a script of scripts/image/ that also works without a container engine; the specs in
# test/container/ run them.

FROM node:22-bookworm AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY scripts/image/install.sh scripts/image/
RUN scripts/image/install.sh
COPY . .
RUN scripts/image/assemble.sh /app

FROM node:22-bookworm-slim
WORKDIR /app
COPY --from=build /app ./
RUN scripts/image/packages.sh
RUN scripts/image/volumes.sh /app node
# A container is reached from outside itself; compose.yaml publishes the port on loopback only.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787
USER node
EXPOSE 8787
VOLUME ["/app/data", "/app/workspaces", "/app/workspace"]
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "scripts/image/healthcheck.mjs"]
CMD ["node", "dist/main.js"]
