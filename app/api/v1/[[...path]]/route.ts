import { unknownPath } from '#lib/api/earlier/serve';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPath;
