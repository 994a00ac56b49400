/** True if this can be the ID of a job. An empty one, or one of dots, would make another path of an address. */
export function isJobId(id: string): boolean {
  return /^[\w-]{1,64}$/.test(id);
}
