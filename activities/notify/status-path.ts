/** The path under which callers read the status of a job. */
import type { JobKind } from '@seine/shared/temporal/names.ts'

const folders: Record<JobKind, string> = { crawl: '/crawl/', batch: '/batch/scrape/' }

/** Returns the path of a job's status, without an origin. */
export const statusPathOf = ({ kind, id }: { kind: JobKind; id: string }): string => `${folders[kind]}${id}`
