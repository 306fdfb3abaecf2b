/** The record at the beginning of each WARC file of a job: what wrote it, and what is left out. */
import { jobPrefix } from '@seine/shared/storage/object-keys.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { warcinfoIdOf } from '../../wire/exchange-records.ts'
import { warcFields, warcMember } from '../../wire/warc-record.ts'
import manifest from '../../package.json' with { type: 'json' }

/** Name and version of the program, as archives state it. */
export const softwareName = `Seine ${manifest.version}`

/** Returns the record as a gzip member; the same for every file of a job. */
export async function warcinfoMember(input: JobInput): Promise<Buffer> {
  return await warcMember({
    type: 'warcinfo',
    id: warcinfoIdOf(jobPrefix(input)),
    date: new Date(input.createdAt).toISOString(),
    contentType: 'application/warc-fields',
    fields: [],
    block: [
      warcFields([
        ['software', softwareName],
        ['format', 'WARC File Format 1.1'],
        ['conformsTo', 'https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/'],
        ['isPartOf', input.id],
        [
          'description',
          'Left out: headers that carry credentials or were given by the caller, and bodies that it sent or typed. Bodies are ' +
            'stored without chunk framing; those that a browser received, without content coding.',
        ],
      ]),
    ],
  })
}
