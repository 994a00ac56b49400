/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  experimental: {
    // Loading all pages at the start would take a second and 150 MB, even if only the API is used.
    preloadEntriesOnStart: false,
    // Writing 240 MB for later builds takes a third of the first build's time.
    turbopackFileSystemCacheForBuild: false,
  },
  // API paths with a trailing slash are handled as an API, not redirected.
  skipTrailingSlashRedirect: true,
  // Images are served unoptimized: strangers could otherwise cause work.
  images: { unoptimized: true },
  // Titles come with the page: streamed later, a slow browser would briefly show the page without one.
  htmlLimitedBots: /.*/,
  // `npm run verify` checks the types; Next's own check doesn't support TypeScript 7.
  typescript: { ignoreBuildErrors: true },
  // Messages are pre-parsed, so no page needs the parser. Nor does the editor compare documents deeply.
  turbopack: {
    resolveAlias: {
      '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
      'fast-equals': './components/editor/document/compare-selected.ts',
    },
  },
  serverExternalPackages: [
    '@aws-sdk/client-s3',
    '@node-rs/argon2',
    '@tus/s3-store',
    'pino',
    'postgres',
    'prom-client',
    'rate-limiter-flexible',
    'sherpa-onnx-node',
    'stripe',
    'undici',
  ],
};
