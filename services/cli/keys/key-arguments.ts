/** The arguments of `./dev key`. This module is loaded before set-up, so it must not import a package. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isKeyName, keyNameInWords } from '../command/cli-limits.ts'
import { UsageError } from '../command/usage-error.ts'

/** An API key to create. */
export interface KeyRequest {
  /** Null: an id is generated. */
  id: string | null
  tenant: string
  /** Path of the key file to add the key to; null: the entry is printed. */
  file: string | null
  /** Whether the key sees the whole service in `GET /service`, and not only its tenant. */
  operator: boolean
}

function nameFrom(option: string, value: string | undefined): string | null {
  if (value === undefined || isKeyName(value)) return value ?? null
  throw new UsageError(`--${option} ${keyNameInWords}, got ${JSON.stringify(value)}`)
}

const options = {
  id: { type: 'string' },
  tenant: { type: 'string' },
  file: { type: 'string' },
  operator: { type: 'boolean' },
} as const

function valuesOf(args: readonly string[]): { id?: string; tenant?: string; file?: string; operator?: boolean } {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError(
      `./dev key takes --id NAME, --tenant NAME, --file PATH and --operator: ${(error as Error).message}`,
    )
  }
}

/** Reads the arguments after the word `key`. @throws UsageError */
export function parseKeyArguments(args: readonly string[]): KeyRequest {
  const { id, tenant, file, operator = false } = valuesOf(args)
  if (file === '') throw new UsageError('--file takes the path of a key file')
  return {
    id: nameFrom('id', id),
    tenant: nameFrom('tenant', tenant) ?? 'default',
    file: file === undefined ? null : resolve(file),
    operator,
  }
}
