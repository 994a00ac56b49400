import type { Methods } from '#lib/api/serve-dialect';

/** The methods that an API route file exports. */
export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The exports of an API route file. */
export type RouteFile = Readonly<Methods>;

/** The API's route files by folder in `app`, loaded on first request. A test compares them with the folders. */
export const apiRoutes: Readonly<Record<string, () => Promise<RouteFile>>> = {
  asr: () => import('#app/asr/route'),
  'detect-language': () => import('#app/detect-language/route'),
  health: () => import('#app/health/route'),
  'v1/[[...path]]': () => import('#app/v1/[[...path]]/route'),
  'v1/account': () => import('#app/v1/account/route'),
  'v1/account/vocabulary': () => import('#app/v1/account/vocabulary/route'),
  'v1/audio/transcriptions': () => import('#app/v1/audio/transcriptions/route'),
  'v1/audio/translations': () => import('#app/v1/audio/translations/route'),
  'v1/engines': () => import('#app/v1/engines/route'),
  'v1/jobs': () => import('#app/v1/jobs/route'),
  'v1/jobs/[id]': () => import('#app/v1/jobs/[id]/route'),
  'v1/jobs/[id]/callback': () => import('#app/v1/jobs/[id]/callback/route'),
  'v1/jobs/[id]/cancel': () => import('#app/v1/jobs/[id]/cancel/route'),
  'v1/jobs/[id]/captions': () => import('#app/v1/jobs/[id]/captions/route'),
  'v1/jobs/[id]/recognize': () => import('#app/v1/jobs/[id]/recognize/route'),
  'v1/jobs/[id]/share': () => import('#app/v1/jobs/[id]/share/route'),
  'v1/jobs/[id]/transcript': () => import('#app/v1/jobs/[id]/transcript/route'),
  'v1/models': () => import('#app/v1/models/route'),
  'v1/models/[id]': () => import('#app/v1/models/[id]/route'),
  'v1/openapi.json': () => import('#app/v1/openapi.json/route'),
  'api/v1/[[...path]]': () => import('#app/api/v1/[[...path]]/route'),
  'api/v1/account': () => import('#app/api/v1/account/route'),
  'api/v1/errors/[slug]': () => import('#app/api/v1/errors/[slug]/route'),
  'api/v1/jobs': () => import('#app/api/v1/jobs/route'),
  'api/v1/jobs/[id]': () => import('#app/api/v1/jobs/[id]/route'),
  'api/v1/jobs/[id]/transcript': () => import('#app/api/v1/jobs/[id]/transcript/route'),
  mcp: () => import('#app/mcp/route'),
  'speechtotext/[[...path]]': () => import('#app/speechtotext/[[...path]]/route'),
  'speechtotext/v1/account': () => import('#app/speechtotext/v1/account/route'),
  'speechtotext/v1/jobs': () => import('#app/speechtotext/v1/jobs/route'),
  'speechtotext/v1/jobs/[id]': () => import('#app/speechtotext/v1/jobs/[id]/route'),
  'speechtotext/v1/jobs/[id]/captions': () => import('#app/speechtotext/v1/jobs/[id]/captions/route'),
  'speechtotext/v1/jobs/[id]/transcript': () => import('#app/speechtotext/v1/jobs/[id]/transcript/route'),
};
