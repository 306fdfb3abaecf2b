/** Download links of a finished job: made fresh at each read, never stored. */
import type { FinalStatus } from '@seine/shared/api/job-input.ts'
import type { ResultStore } from './result-store.ts'

/** `<host>-<format>.zip`, of characters that need no quoting anywhere. */
export function archiveFileName(url: string, format: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  const plain = host.replaceAll(/[^a-z0-9.-]+/gi, '-').replaceAll(/^-+|-+$/g, '')
  return `${plain === '' ? 'crawl' : plain}-${format}.zip`
}

/**
 * A link per format.
 * @param lifetimeSecs seconds until the links expire.
 */
export async function resultLinks(
  final: FinalStatus,
  store: ResultStore,
  lifetimeSecs: number,
): Promise<Record<string, string>> {
  const links = await Promise.all(
    Object.entries(final.archives)
      .filter(([, key]) => key !== '')
      .map(async ([format, key]) => [
        format,
        await store.presign(key, archiveFileName(final.url, format), 'application/zip', lifetimeSecs),
      ]),
  )
  return Object.fromEntries(links) as Record<string, string>
}
