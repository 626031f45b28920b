import type { OwnAssistant } from '#contract/own-assistant.ts'
import { changesBetween, type AssistantChange } from '#contract/own-assistant-changes.ts'
import { useDeferredValue, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { AssistantForm } from '../../assistants/assistants.ts'
import { draftContentOf, type Draft } from './use-draft.ts'

/** What the draft changes of the published version, at this letter. */
export function useChanges(assistant: OwnAssistant, { form }: Draft): AssistantChange[] {
  // Looked at for being told: the values themselves are whole only in the form.
  const watched = useWatch({ control: form.control, compute: (values: AssistantForm) => JSON.stringify(values) })
  const deferred = useDeferredValue(watched)
  return useMemo(
    () => changesBetween(assistant, draftContentOf(JSON.parse(deferred) as AssistantForm)),
    [assistant, deferred],
  )
}
