import { unknownPath } from '#lib/api/revai/serve';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPath;
