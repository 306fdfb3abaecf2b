/** `If-Match` of requests that change a resource with versions (RFC 9110, section 13.1.1). */
import { ApiError } from './api-error.ts'

/**
 * Returns the error 412 for a resource of another version.
 * @param resource its name, as in messages.
 */
export const versionMismatch = (resource: string, version: number): ApiError =>
  new ApiError('version_mismatch', `the ${resource} has a different version: "${version}"`)

/**
 * Checks that the header names the version; absent and `*` match any.
 * @param ifMatch the header.
 * @param version that the resource has.
 * @throws ApiError `version_mismatch`.
 */
export function checkIfMatch(ifMatch: string | undefined, resource: string, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  if (!ifMatch.split(',').some((tag) => tag.trim() === `"${version}"`)) throw versionMismatch(resource, version)
}
