/**
 * Permissions of browser workers in the store, as an AWS policy. They open pages, so they write pages; they read
 * neither archives nor records of calls. `k8s/browser-worker-s3-policy.json` is the same policy for an AWS user.
 */

interface Statement {
  Sid: string
  Effect: 'Allow'
  Action: string | string[]
  Resource: string | string[]
  Principal?: { AWS: string[] }
}

export interface StorePolicy {
  Version: '2012-10-17'
  Statement: Statement[]
}

/**
 * Returns the policy.
 * @param bucket its name.
 * @param accessKeyId of the user, for a policy of the bucket; null: a policy of a user, which names no principal.
 */
export function pagesPolicy(bucket: string, accessKeyId: string | null): StorePolicy {
  const below = (...prefixes: string[]): string[] => prefixes.map((prefix) => `arn:aws:s3:::${bucket}/${prefix}/*`)
  const principal = accessKeyId === null ? {} : { Principal: { AWS: [accessKeyId] } }
  const sessions = ['sessions', 'implicit-sessions']
  const statements: Statement[] = [
    {
      Sid: 'WhatPagesNeed',
      Effect: 'Allow',
      Action: ['s3:GetObject', 's3:PutObject'],
      Resource: below('jobs/*/pages', 'jobs/*/slices', 'cache', ...sessions),
    },
    { Sid: 'OldStatesOfSessions', Effect: 'Allow', Action: 's3:DeleteObject', Resource: below(...sessions) },
    // Slice results are written only if absent; for that, a half-written key has to be deleted first.
    { Sid: 'KeysHalfWritten', Effect: 'Allow', Action: 's3:DeleteObject', Resource: below('jobs/*/slices') },
    {
      Sid: 'WhatTheStorePromises',
      Effect: 'Allow',
      Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
      Resource: below('probes'),
    },
    {
      Sid: 'WhatJobsAre',
      Effect: 'Allow',
      Action: 's3:GetObject',
      Resource: `arn:aws:s3:::${bucket}/jobs/*/input.json`,
    },
    { Sid: 'WhetherTheBucketIsThere', Effect: 'Allow', Action: 's3:ListBucket', Resource: `arn:aws:s3:::${bucket}` },
  ]
  return { Version: '2012-10-17', Statement: statements.map((statement) => ({ ...statement, ...principal })) }
}
