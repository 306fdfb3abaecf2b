/** The address policy for URLs in requests; the gateway itself neither resolves nor connects to them. */
import type { HostPolicy, UrlPolicy } from '@seine/shared/api/rules/url-rules.ts'
import { publicOnly, type AddressAllowance } from '@seine/shared/egress/policy/allow-list.ts'
import { hostProblem, vetUrl } from '@seine/shared/egress/policy/target-policy.ts'

/** Creates the policy. @param allowance addresses that the operator allows and denies. */
export const createUrlPolicy = (allowance: AddressAllowance): UrlPolicy & HostPolicy => ({
  hostProblem: (host) => hostProblem(host, null, allowance),
  vetUrl: (text) => vetUrl(text, allowance),
  vetPublicUrl: (text) => vetUrl(text, publicOnly(allowance)),
})
