/** The `output` of a job: a list of format names, or an object of switches, which is converted to a list. */
import { jobFormats, type JobFormat } from '../../tasks/formats.ts'

/** Requested formats in the given order, each with the canonical pointer at which it was requested. */
export type WantedFormats = ReadonlyMap<JobFormat, string>

const isFormat = (name: unknown): name is JobFormat => jobFormats.some((format) => format === name)

/**
 * Reads both forms; values that are not formats are left for the schema to report.
 * @param pointer canonical pointer of the value, `/output` or `/scrape/output`.
 */
export function wantedFormats(output: unknown, pointer: string): WantedFormats {
  const wanted = new Map<JobFormat, string>()
  if (Array.isArray(output)) {
    for (const [index, name] of (output as unknown[]).entries()) {
      if (isFormat(name) && !wanted.has(name)) wanted.set(name, `${pointer}/${index}`)
    }
  } else if (typeof output === 'object' && output !== null) {
    for (const [name, on] of Object.entries(output))
      if (on === true && isFormat(name)) wanted.set(name, `${pointer}/${name}`)
  }
  return wanted
}
