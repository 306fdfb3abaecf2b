/** Asks the registry about advisories, with `npm audit`. */
import { execFile } from 'node:child_process'

/** Longest wait for one answer of the registry, milliseconds. */
const fetchTimeoutMs = 20_000
/** Longest run of npm, milliseconds. */
const auditTimeoutMs = 60_000
/** Longest report, bytes. */
const reportMaxBytes = 64 * 1_048_576
/** Longest reason of a failure that is repeated, characters. */
const reasonMaxChars = 200

/** npm's answer: its report, or why there is none. */
export type AuditAnswer = { report: unknown } | { refusal: string }

const argumentsOfNpm = [
  'audit',
  '--json',
  '--audit=true',
  '--package-lock-only',
  '--fetch-retries=0',
  `--fetch-timeout=${fetchTimeoutMs}`,
]

function reasonOf(output: unknown, error: Error | null): string {
  const message = typeof output === 'object' && output !== null && 'message' in output ? output.message : undefined
  const text = typeof message === 'string' ? message : (error?.message ?? 'npm printed no report')
  // Addresses of registries may hold credentials.
  return (text.split('\n')[0] ?? '').replaceAll(/\s*-?\s*(?:[A-Z]+ )?https?:\/\/\S+/g, '').slice(0, reasonMaxChars)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Asks once. npm ends with 1 when it has found something, so what it prints counts, not how it ends.
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
      const output = parsed(stdout)
      const isReport = typeof output === 'object' && output !== null && 'vulnerabilities' in output
      resolve(isReport ? { report: output } : { refusal: reasonOf(output, error) })
    })
  })
}
