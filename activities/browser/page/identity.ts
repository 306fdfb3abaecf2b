import type { EngineName } from '@seine/shared/api/browser-page.ts'
import type { AttachedTarget } from '../recorder/contract.ts'

export interface Identity {
  userAgent: string
}

export function identityFor(
  _engine: EngineName,
  version: string,
  _options: { headers: Record<string, string>; geolocation: string | null },
): Identity {
  return { userAgent: version }
}

export function applyIdentity(_target: AttachedTarget, _identity: Identity): void {}
