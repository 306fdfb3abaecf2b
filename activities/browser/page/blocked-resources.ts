import type { BlockableResource } from '@seine/shared/api/browser-page.ts'
import type { AttachedTarget } from '../recorder/contract.ts'

export function blockResources(_target: AttachedTarget, _kinds: readonly BlockableResource[]): void {}
