/** Download links of a finished job: created at each read, never stored. */
import type { FinalStatus } from '@seine/shared/tasks/job-input.ts'
import type { JobKind } from '@seine/shared/temporal/names.ts'
import type { ResultStore } from './result-store.ts'

const extensions = { crawl: 'zip', batch: 'jsonl' } as const satisfies Record<JobKind, string>
const contentTypes = { crawl: 'application/zip', batch: 'application/x-ndjson' } as const satisfies Record<
  JobKind,
  string
>

/**
 * Returns `<host>-<format>.zip` for a crawl, `batch-<format>.jsonl` for a batch: characters that need no quoting
 * anywhere.
 */
export function archiveFileName({ kind, url }: Pick<FinalStatus, 'kind' | 'url'>, format: string): string {
  return `${kind === 'crawl' ? plainHost(url) : kind}-${format}.${extensions[kind]}`
}

function plainHost(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  const plain = host.replaceAll(/[^a-z0-9.-]+/gi, '-').replaceAll(/^-+|-+$/g, '')
  return plain === '' ? 'crawl' : plain
}

/**
 * Returns one link per format.
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
        await store.presign(key, archiveFileName(final, format), contentTypes[final.kind], lifetimeSecs),
      ]),
  )
  return Object.fromEntries(links) as Record<string, string>
}
