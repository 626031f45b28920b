import { actionSettingsSchema, type ActionSettings } from '#contract/actions.ts'

/** What an assistant can do, with the business's time zone, in which times are understood, offered and said. */
export type ActionRules = ActionSettings & { timeZone: string }

/** Reads the rules from a row of an assistant. */
export function actionRules(kept: { actions: unknown; timeZone: string }): ActionRules {
  return { ...actionSettingsSchema.parse(kept.actions), timeZone: kept.timeZone }
}
