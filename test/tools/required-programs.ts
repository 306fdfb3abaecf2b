/** Programs that tests call and that may be unavailable on some machines. */
import { findPrograms, missingPrograms, type DebianPrograms } from '@seine/tools/setup/debian-programs.ts'

/** Either the programs, or the reason why tests that need them are skipped. */
export type Availability<Name extends string> =
  | { programs: Record<Name, string>; skip: false }
  | { programs: null; skip: string }

/**
 * Looks for the programs that set-up installs where possible.
 * @throws Error when one is missing and `CI` is `true`: in CI, a skipped test counts as failed.
 */
export function requirePrograms<Name extends string>(wanted: DebianPrograms<Name>): Availability<Name> {
  const programs = findPrograms(wanted, process.env)
  if (programs !== null) return { programs, skip: false }
  const missing = missingPrograms(wanted, process.env).join(', ')
  const skip = `missing: ${missing}, which \`./dev test\` installs where it can, so ${wanted.without}`
  if (process.env['CI'] === 'true') throw new Error(skip)
  return { programs: null, skip }
}
