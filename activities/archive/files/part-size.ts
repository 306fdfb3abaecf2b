/** Size of the parts in which an archive is uploaded. */
import { archiveLimits } from '@seine/shared/config/limits.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'

/**
 * Returns the size of a part, bytes: larger for jobs with a larger limit, because an upload has at most 10,000 parts.
 * It depends on the request alone, so that another attempt finds the parts that are stored already.
 */
export const archivePartBytes = ({ limit }: Pick<JobInput, 'limit'>): number =>
  archiveLimits.uploadPartBytes * Math.ceil(limit / archiveLimits.uploadPagesPerPartSize)
