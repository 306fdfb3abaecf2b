/** Columns of the Parquet archive: their order, types and values. */
import type { ColumnSource, SchemaElement } from 'hyparquet-writer'

/** A row: one page of a crawl, one input line of a batch. */
export interface PageRow {
  /** Position in the ledger of the job. */
  index: number
  url: string
  finalUrl: string | null
  /** HTTP status; null without an answer. */
  status: number | null
  title: string | null
  language: string | null
  /** As the page states it. */
  publishedTime: string | null
  /** Epoch milliseconds; null when the page was not fetched. */
  fetchedAtMs: number | null
  /** Number of links from the start page. */
  depth: number
  contentType: string | null
  /** Size of the body, bytes. */
  bytes: number | null
  /** Hash of the body, hex. */
  sha256: string | null
  markdown: string | null
  text: string | null
  html: string | null
  cleanHtml: string | null
  links: readonly string[] | null
  /** The metadata of the page as JSON. */
  metadata: string | null
  errorCode: string | null
}

/** A column: its elements in the schema, and how it is filled. */
interface Column {
  name: string
  elements: readonly SchemaElement[]
  /** Value of a row; null: no value. */
  of: (row: PageRow) => unknown
  /** True for texts that are too long for a dictionary and for statistics. */
  isLong: boolean
}

const text = (name: string, of: (row: PageRow) => string | null): Column => ({
  name,
  elements: [{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' }, ...optional }],
  of: (row) => of(row)?.toWellFormed() ?? null,
  isLong: false,
})

const longText = (name: string, of: (row: PageRow) => string | null): Column => ({ ...text(name, of), isLong: true })

const optional = { repetition_type: 'OPTIONAL' } as const

const integer = (name: string, of: (row: PageRow) => number | null, isRequired = false): Column => ({
  name,
  elements: [{ name, type: 'INT32', repetition_type: isRequired ? 'REQUIRED' : 'OPTIONAL' }],
  of,
  isLong: false,
})

const wide = (name: string, of: (row: PageRow) => number | null, element: Partial<SchemaElement> = {}): Column => ({
  name,
  elements: [{ name, type: 'INT64', ...optional, ...element }],
  of: (row) => {
    const value = of(row)
    return value === null ? null : BigInt(value)
  },
  isLong: false,
})

const instant: Partial<SchemaElement> = {
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
}

const texts = (name: string, of: (row: PageRow) => readonly string[] | null): Column => ({
  name,
  elements: [
    { name, ...optional, converted_type: 'LIST', logical_type: { type: 'LIST' }, num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' }, ...optional },
  ],
  of: (row) => of(row)?.map((each) => each.toWellFormed()) ?? null,
  isLong: true,
})

const columns: readonly Column[] = [
  integer('index', ({ index }) => index, true),
  text('url', ({ url }) => url),
  text('final_url', ({ finalUrl }) => finalUrl),
  integer('status', ({ status }) => status),
  text('title', ({ title }) => title),
  text('language', ({ language }) => language),
  text('published_time', ({ publishedTime }) => publishedTime),
  wide('fetched_at', ({ fetchedAtMs }) => fetchedAtMs, instant),
  integer('depth', ({ depth }) => depth),
  text('content_type', ({ contentType }) => contentType),
  wide('bytes', ({ bytes }) => bytes),
  text('sha256', ({ sha256 }) => sha256),
  longText('markdown', ({ markdown }) => markdown),
  longText('text', (row) => row.text),
  longText('html', ({ html }) => html),
  longText('clean_html', ({ cleanHtml }) => cleanHtml),
  texts('links', ({ links }) => links),
  longText('metadata', ({ metadata }) => metadata),
  text('error_code', ({ errorCode }) => errorCode),
]

/** Schema of the file. The types do not depend on the data. */
export const parquetSchema: SchemaElement[] = [
  { name: 'pages', num_children: columns.length },
  ...columns.flatMap(({ elements }) => elements),
]

/** Returns the columns of some rows. */
export const columnData = (rows: readonly PageRow[]): ColumnSource[] =>
  columns.map(({ name, of, isLong }) => ({
    name,
    data: rows.map(of),
    offsetIndex: false,
    ...(isLong ? { encoding: 'PLAIN', statistics: false } : {}),
  }))

/** Returns the size of a row in a row group before compression, bytes, without what every row has. */
export function rowBytes(row: PageRow): number {
  let bytes = 0
  for (const value of Object.values(row)) {
    if (typeof value === 'string') bytes += Buffer.byteLength(value)
    else if (Array.isArray(value)) for (const each of value as string[]) bytes += Buffer.byteLength(each) + 8
  }
  return bytes
}
