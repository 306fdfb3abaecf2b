/** Errors of the local disk: nothing else can be saved after one, so they end the saving. */

const codes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE'])
const networkCalls = new Set(['connect', 'read', 'getaddrinfo'])

/** Returns true for a file system error that concerns the disk, not one file or a connection. */
export const isDiskError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  'syscall' in error &&
  codes.has(String(error.code)) &&
  !networkCalls.has(String(error.syscall))
