import { actionSettingsSchema, type ActionSettings } from '#contract/actions.ts'

/** What an assistant can do, with the time zone of the business: times are understood, offered and said by it. */
export type ActionRules = ActionSettings & { timeZone: string }

/** Of an assistant's row, or of one of its owner's. */
export function actionRules(kept: { actions: unknown; timeZone: string }): ActionRules {
  return { ...actionSettingsSchema.parse(kept.actions), timeZone: kept.timeZone }
}
