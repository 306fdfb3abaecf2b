/** Opens the bucket of a delivery target with the credentials that its files hold at this moment. */
import { readFile } from 'node:fs/promises'
import type { DeliveryTarget } from '@seine/shared/operator-services/delivery-targets.ts'
import { TargetBucket, type TargetStore } from '@seine/shared/storage/target-bucket.ts'
import { TargetFaultError } from './target-fault.ts'

/** Reads a credential, without the final line break that editors add. */
async function credentialIn(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new TargetFaultError('the credentials of the target cannot be read', { cause })
  })
  const credential = text.replace(/\r?\n$/, '')
  if (credential === '') throw new TargetFaultError('the credentials of the target are empty')
  return credential
}

/**
 * Opens the bucket of a target; its caller must close it.
 * @throws TargetFaultError when a file with credentials is missing or empty.
 */
export async function openTarget(target: DeliveryTarget): Promise<TargetStore> {
  const { endpoint, region, bucket, pathStyle } = target
  const [accessKeyId, secretAccessKey] = await Promise.all([
    credentialIn(target.accessKeyIdFile),
    credentialIn(target.secretAccessKeyFile),
  ])
  return new TargetBucket({ endpoint, region, bucket, pathStyle, accessKeyId, secretAccessKey })
}
