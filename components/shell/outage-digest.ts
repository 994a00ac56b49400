/** The digest by which error pages recognize a database outage. */
export const outageDigest = 'service-unavailable';
