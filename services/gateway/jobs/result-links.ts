/** Download links of a finished job: created at each read, never stored. */
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { addedArchives, type AddedArchive } from '@seine/shared/tasks/formats.ts'
import type { JobKind } from '@seine/shared/temporal/names.ts'
import type { ResultStore } from './result-store.ts'

/** Ending of the file and media type of an archive. */
interface ArchiveType {
  extension: string
  contentType: string
}

const formatTypes = {
  crawl: { extension: 'zip', contentType: 'application/zip' },
  batch: { extension: 'jsonl', contentType: 'application/x-ndjson' },
} as const satisfies Record<JobKind, ArchiveType>

const addedTypes: Record<AddedArchive, ArchiveType> = {
  parquet: { extension: 'parquet', contentType: 'application/vnd.apache.parquet' },
  warc: { extension: 'warc.gz', contentType: 'application/warc+gzip' },
  wacz: { extension: 'wacz', contentType: 'application/wacz+zip' },
}

const isAdded = (name: string): name is AddedArchive => addedArchives.some((each) => each === name)

/**
 * Returns `<host>-<format>.zip` for a crawl, `batch-<format>.jsonl` for a batch, and `<host>.parquet` or
 * `batch.parquet` for an archive of all formats: characters that need no quoting anywhere.
 */
export function archiveFileName({ kind, url }: Pick<FinalStatus, 'kind' | 'url'>, name: string): string {
  const source = kind === 'crawl' ? plainHost(url) : kind
  if (isAdded(name)) return `${source}.${addedTypes[name].extension}`
  return `${source}-${name}.${formatTypes[kind].extension}`
}

function plainHost(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  const plain = host.replaceAll(/[^a-z0-9.-]+/gi, '-').replaceAll(/^-+|-+$/g, '')
  return plain === '' ? 'crawl' : plain
}

/**
 * Returns one link per archive.
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
      .map(async ([name, key]) => {
        const { contentType } = isAdded(name) ? addedTypes[name] : formatTypes[final.kind]
        return [name, await store.presign(key, archiveFileName(final, name), contentType, lifetimeSecs)]
      }),
  )
  return Object.fromEntries(links) as Record<string, string>
}
