/**
 * Values of `@seine/shared` that set-up and the flags need, imported by relative path: they run before the workspace is
 * linked, when `@seine/shared` cannot be resolved.
 */
// oxlint-disable-next-line no-restricted-imports -- the workspace may not be linked yet, see above
export { jobFormats } from '../../../shared/tasks/formats.ts'
// oxlint-disable-next-line no-restricted-imports -- the workspace may not be linked yet, see above
export { isKeyName, keyNameInWords } from '../../../shared/api/keys/key-names.ts'
// oxlint-disable-next-line no-restricted-imports -- the workspace may not be linked yet, see above
export { poolLimits } from '../../../shared/config/browser-limits.ts'
// oxlint-disable-next-line no-restricted-imports -- the workspace may not be linked yet, see above
export { jobLimits } from '../../../shared/config/limits.ts'
