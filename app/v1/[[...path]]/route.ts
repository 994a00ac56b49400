import { unknownPath } from '#lib/api/v1/serve';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPath;
