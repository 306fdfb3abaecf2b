/** A finished page as the API answers it. */
import type { JobPageDetail, JobPageEntry } from '@seine/shared/api/schemas/job-page-schema.ts'
import { scrapeMetadata } from '@seine/shared/pages/scrape-metadata.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import { isTextFormat, type JobFormat } from '@seine/shared/tasks/formats.ts'
import type { FinishedPageRead } from './finished-pages.ts'

/** Returns a link to a screenshot. @param key of the object. */
export type LinkTo = (key: string) => Promise<string>

/** Builds the entry of a page. @param formats formats to return. */
export async function pageEntry(
  { note, page, record }: FinishedPageRead,
  formats: readonly JobFormat[],
  linkTo: LinkTo,
): Promise<JobPageEntry> {
  const output: Record<string, unknown> = {}
  const omitted: JobPageEntry['omitted'] = []
  for (const format of note.success ? formats : []) {
    const value = record === null ? undefined : await valueOf(record, format, linkTo)
    if (value !== undefined) output[format] = value
    else if (record === null) omitted.push({ format, reason: 'unavailable' })
  }
  const { index, url, finalUrl, status, success, error, errorCode } = note
  return {
    index,
    url,
    finalUrl,
    status,
    success,
    title: record?.title ?? null,
    depth: page?.depth ?? null,
    fetchedAt: page?.fetchedAt ?? null,
    output,
    omitted,
    error,
    errorCode,
  }
}

async function valueOf(record: PageRecord, format: JobFormat, linkTo: LinkTo): Promise<unknown> {
  // Records of older workers have no outputs.
  if (isTextFormat(format)) return (record.outputs as PageRecord['outputs'] | undefined)?.[format]
  return record.screenshot === undefined ? undefined : await linkTo(record.screenshot)
}

/** Returns the attempts at a page; empty without a record. */
export const attemptsOf = ({ record }: FinishedPageRead): JobPageDetail['attempts'] => record?.attempts ?? []

/** Returns what a page states about itself, and the warnings of its scrape. */
export function pageFacts({ record }: FinishedPageRead): Pick<JobPageDetail, 'metadata' | 'warnings'> {
  const metadata = scrapeMetadata({
    page: record?.metadata ?? null,
    contentType: record?.contentType ?? null,
    extractor: record?.extractor ?? null,
    jsonReport: record?.jsonReport,
    degraded: record?.degraded ?? null,
  })
  return { metadata: { ...metadata, title: metadata.title ?? record?.title ?? null }, warnings: record?.warnings ?? [] }
}

/**
 * Removes the largest outputs of an entry until it has at most `maxBytes` as JSON.
 * @returns the entry and its size, bytes.
 */
export function fitted(entry: JobPageEntry, maxBytes: number): { entry: JobPageEntry; bytes: number } {
  let bytes = bytesOf(entry)
  if (bytes <= maxBytes) return { entry, bytes }
  const sizes = Object.entries(entry.output).map(([format, value]) => ({
    format: format as JobFormat,
    bytes: bytesOf(value),
  }))
  const output: Partial<Record<JobFormat, unknown>> = { ...entry.output }
  const omitted = [...entry.omitted]
  for (const { format, bytes: size } of sizes.toSorted((a, b) => b.bytes - a.bytes)) {
    if (bytes <= maxBytes) break
    delete output[format]
    omitted.push({ format, reason: 'too_large' })
    bytes -= size
  }
  const smaller = { ...entry, output: output as JobPageEntry['output'], omitted }
  return { entry: smaller, bytes: bytesOf(smaller) }
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')
