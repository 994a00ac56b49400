/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  experimental: {
    // All pages at the start would take a second and 150 MB, also where only the API is used: each is loaded when it is first asked for.
    preloadEntriesOnStart: false,
    // Writing 240 MB for a next build costs a first start a third of its build.
    turbopackFileSystemCacheForBuild: false,
  },
  // A path of the API that ends with a slash is answered as an API, not redirected.
  skipTrailingSlashRedirect: true,
  // Pictures are served as they are: the optimizer would be work for strangers to order.
  images: { unoptimized: true },
  // Each page comes with its title: streamed behind it, a slow browser shows the page without one for a moment.
  htmlLimitedBots: /.*/,
  // `npm run verify` has checked the types; Next's own check does not know TypeScript 7.
  typescript: { ignoreBuildErrors: true },
  // Messages are parsed when they are compiled: no page needs the parser. Nor does the editor compare documents deeply.
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
