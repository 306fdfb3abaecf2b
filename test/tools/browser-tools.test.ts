/** The programs that tests with a real browser call. */
import { describe } from 'node:test'
import { itTellsItsVersion } from './program-version.ts'

const engines = {
  'Chromium headless shell': process.env['SEINE_BROWSER_SHELL'] ?? '',
  Chromium: process.env['SEINE_BROWSER_CHROME'] ?? '',
}

for (const [name, program] of Object.entries(engines)) {
  const skip = program === '' && process.env['CI'] !== 'true' ? `${name} is not here, see ./dev doctor` : false
  describe('programs of the tests with a browser', { skip }, () => itTellsItsVersion(name, program))
}
