import type { OwnAssistant } from '#contract/own-assistant.ts'
import { changesBetween, type AssistantChange } from '#contract/own-assistant-changes.ts'
import { useDeferredValue, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { AssistantForm } from '../../assistants/assistants.ts'
import { draftContentOf, type Draft } from './use-draft.ts'

/** The differences between the draft and the published version, updated as the owner types. */
export function useChanges(assistant: OwnAssistant, { form }: Draft): AssistantChange[] {
  // Watched as text, so that equal contents compare as equal.
  const watched = useWatch({ control: form.control, compute: (values: AssistantForm) => JSON.stringify(values) })
  const deferred = useDeferredValue(watched)
  return useMemo(
    () => changesBetween(assistant, draftContentOf(JSON.parse(deferred) as AssistantForm)),
    [assistant, deferred],
  )
}
