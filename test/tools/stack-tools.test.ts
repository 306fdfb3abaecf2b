/** The programs that tests of the whole stack call. */
import { describe } from 'node:test'
import { redisPrograms, samplePrograms } from '@seine/tools/setup/debian-programs.ts'
import { itTellsItsVersion } from './program-version.ts'
import { requirePrograms } from './required-programs.ts'

describe('programs of the local stack', () => {
  itTellsItsVersion('Temporal CLI', process.env['SEINE_DEV_TEMPORAL_BIN'] ?? '')
  itTellsItsVersion('S3 store', process.env['SEINE_DEV_VERSITYGW_BIN'] ?? '')
})

for (const wanted of [redisPrograms, samplePrograms]) {
  const { programs, skip } = requirePrograms<string>(wanted)
  describe(`programs of the stack tests: ${wanted.title}`, { skip }, () => {
    for (const [name, program] of Object.entries(programs ?? {})) itTellsItsVersion(name, program)
  })
}
