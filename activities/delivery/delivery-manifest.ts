/** `manifest.json` at a delivery target: written last, so that its presence means that all files are there. */
import type { CopiedFile } from '@seine/shared/jobs/target-deliveries.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'

/** Name of the manifest below the folder of the job. */
export const manifestName = 'manifest.json'

/**
 * Returns the text of the manifest: the job as its status reports it, and the files with sizes and checksums. The same
 * files give the same text.
 */
export function deliveryManifest(record: FinalStatus, files: readonly CopiedFile[]): string {
  const { id, kind, status, url, total, completed, failed, createdAt, completedAt, error, warnings, tag } = record
  const job = { id, kind, status, url, total, completed, failed, createdAt, completedAt, error, warnings, tag }
  const delivered = files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }))
  return `${JSON.stringify({ version: 1, job, files: delivered }, null, 2)}\n`
}
