/** Queries the registry for advisories, with `npm audit`. */
import { execFile } from 'node:child_process'
import { jsonOrNull } from '@seine/shared/values/json-or-null.ts'

/** Timeout of one registry request, milliseconds. */
const fetchTimeoutMs = 20_000
/** Timeout of one npm run, milliseconds. */
const auditTimeoutMs = 60_000
/** Maximum size of a report, bytes. */
const reportMaxBytes = 64 * 1_048_576
/** Maximum length of a repeated failure reason, characters. */
const reasonMaxChars = 200

/** npm's answer: its report, or the reason for its absence. */
export type AuditAnswer = { report: unknown } | { refusal: string }

// Settings of the user must neither skip the query, which npm answers with an empty report, nor leave packages out.
const argumentsOfNpm = [
  'audit',
  '--json',
  '--audit=true',
  '--offline=false',
  '--include=dev',
  '--include=optional',
  '--include=peer',
  '--package-lock-only',
  '--fetch-retries=0',
  `--fetch-timeout=${fetchTimeoutMs}`,
]

function reasonOf(output: unknown, error: Error | null): string {
  const message = typeof output === 'object' && output !== null && 'message' in output ? output.message : undefined
  const text = typeof message === 'string' ? message : (error?.message ?? 'npm printed no report')
  // Registry URLs may contain credentials.
  return (text.split('\n')[0] ?? '').replaceAll(/\s*-?\s*(?:[A-Z]+ )?https?:\/\/\S+/g, '').slice(0, reasonMaxChars)
}

/**
 * Queries once. npm ends with 1 when it has found advisories, so its output counts, not its exit code.
 * @param npm program
 */
export async function askRegistry(
  root: string,
  environment: Record<string, string | undefined>,
  npm = 'npm',
): Promise<AuditAnswer> {
  return await new Promise((resolve) => {
    const options = { cwd: root, env: environment, timeout: auditTimeoutMs, maxBuffer: reportMaxBytes }
    execFile(npm, argumentsOfNpm, options, (error, stdout) => {
      const output = jsonOrNull(stdout)
      const isReport = typeof output === 'object' && output !== null && 'vulnerabilities' in output
      resolve(isReport ? { report: output } : { refusal: reasonOf(output, error) })
    })
  })
}
