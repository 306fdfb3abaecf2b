/** The program that tests the API from its description. */
import { describe } from 'node:test'
import { itTellsItsVersion } from './program-version.ts'

const program = process.env['SEINE_DEV_SCHEMATHESIS_BIN'] ?? ''
const skip = program === '' && process.env['CI'] !== 'true' ? 'Schemathesis is not here, see ./dev test' : false

describe('programs of the contract tests', { skip }, () => itTellsItsVersion('Schemathesis', program))
