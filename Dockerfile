# The site in a container: `docker build -t one-health .` The root file system may be read-only; what it writes is in /data
# (nothing at all with PostgreSQL, a bucket and a mail server) and /tmp. Any number of these may run on one database.

FROM node:24.21-slim AS packages
WORKDIR /srv/one-health
COPY package.json package-lock.json .npmrc ./
# Without scripts: the image has the Node that one of them would fetch once more.
RUN npm ci --omit=dev --ignore-scripts

FROM packages AS build
COPY vite.config.ts vite.server.config.ts ./
COPY public ./public
COPY scripts ./scripts
COPY src ./src
RUN node scripts/build.ts

FROM node:24.21-slim
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV PORT=3000
ENV DATA_DIR=/data
ENV NODE_COMPILE_CACHE=/tmp/compiled
WORKDIR /srv/one-health
RUN mkdir /data /backups && chown node:node /data /backups
COPY --from=packages /srv/one-health/node_modules ./node_modules
COPY package.json package-lock.json vite.config.ts vite.server.config.ts ./
COPY db ./db
COPY public ./public
COPY scripts ./scripts
COPY src ./src
COPY --from=build /srv/one-health/dist ./dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "scripts/healthy.ts"]
# Not by npm, which would stand between the process and the signal to stop. A worker: node src/app/worker-main.ts
CMD ["node", "scripts/start.ts"]
