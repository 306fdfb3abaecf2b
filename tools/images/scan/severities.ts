/** Severities of issues, the lowest first. */
export const severities = ['low', 'moderate', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]
