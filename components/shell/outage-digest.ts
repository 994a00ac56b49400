/** The digest by which error pages know that the server can't reach its database. */
export const outageDigest = 'service-unavailable';
