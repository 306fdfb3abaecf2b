/**
 * The limits of set-up and of the stack, by relative path: set-up runs before the workspace is
 * linked, when `@seine/shared` cannot be resolved yet.
 */
// oxlint-disable-next-line no-restricted-imports -- the workspace may not be linked yet, see above
export { stackLimits } from '../../shared/config/limits.ts'
