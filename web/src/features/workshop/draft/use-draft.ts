import { zodResolver } from '@hookform/resolvers/zod'
import type { DraftContent, OwnAssistant, OwnAssistantDetail } from '#contract/own-assistant.ts'
import { changesBetween, type AssistantChange } from '#contract/own-assistant-changes.ts'
import { useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, useWatch } from 'react-hook-form'
import { api, reading, successBody } from '../../../lib/api.ts'
import { leftUnsaved } from '../../../lib/draft-box.ts'
import { assistantFormSchema, contentOf, formOf, type AssistantForm } from '../../assistants/assistants.ts'
import { createAutoSaver, type SaveState } from '../saving/auto-saver.ts'
import { useSaveOnLeaving } from '../saving/use-save-on-leaving.ts'
import { formOnTop, isSame } from './form-on-top.ts'

/** The draft of an assistant: one form for all tabs, saved automatically. */
export type Draft = ReturnType<typeof useDraft>

interface DraftOptions {
  /** The assistant as last read. A version newer than the form's is taken over if nothing is unsaved. */
  detail: OwnAssistantDetail
  /** Called with parts of the assistant that have changed. Must be a stable function. */
  onDetail: (news: Partial<OwnAssistantDetail>) => void
  /** Called when the workshop was left with unsaved changes, which are restored when it is opened again. */
  onLeftUnsaved: () => void
}

/** The form's content as the body of a request. Photos must have been uploaded before. */
export function draftContentOf(form: AssistantForm): DraftContent {
  const { photo } = form
  if (photo === null || !('photoId' in photo)) throw new Error('a draft has a kept photo')
  return contentOf(form, photo)
}

/** Unsaved changes of a workshop that was left. They are restored when it is opened again in the same page. */
interface LeftUnsaved {
  form: AssistantForm
  version: number
}

const own = api.api['own-assistants'][':id']

export const readingAssistant = (id: string) => reading(own, { param: { id } })

export function useDraft({ detail, onDetail, onLeftUnsaved }: DraftOptions) {
  const { id } = detail
  const [state, setState] = useState<SaveState>({ phase: 'saved' })
  const [first] = useState(() => ({
    kept: formOf(detail.editing),
    unsaved: leftUnsaved.get(id) as LeftUnsaved | undefined,
  }))
  const form = useForm<AssistantForm>({
    resolver: zodResolver(assistantFormSchema),
    mode: 'onTouched',
    defaultValues: first.unsaved?.form ?? first.kept,
  })
  const [saver] = useState(() =>
    createAutoSaver<DraftContent, number>({
      kept: { base: first.unsaved?.version ?? detail.version, content: draftContentOf(first.kept) },
      save: async (content, version) => {
        const saved = await successBody(own.draft.$put({ param: { id }, json: { ...content, version } }))
        onDetail(saved)
        return saved.version
      },
      readNow: async () => {
        const now = await readingAssistant(id).queryFn()
        return { base: now.version, content: draftContentOf(formOf(now.editing)) }
      },
      onState: setState,
    }),
  )

  const open = useRef(false)
  useEffect(() => {
    leftUnsaved.delete(id)
    if (first.unsaved) saver.change(draftContentOf(form.getValues()))
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => saver.change(draftContentOf(values)),
    })
    open.current = true
    return () => {
      open.current = false
      stop()
    }
  }, [first, form, id, saver])

  const adopt = useCallback(
    (newer: OwnAssistantDetail) => {
      form.reset(formOf(newer.editing))
      saver.adopt({ base: newer.version, content: draftContentOf(form.getValues()) })
    },
    [form, saver],
  )
  /** Continues from what the server has made of `sent`. What the owner has typed since then stays, and is saved next. */
  const goOnFrom = useCallback(
    (newer: OwnAssistantDetail, sent: AssistantForm) => {
      const theirs = formOf(newer.editing)
      saver.rebase({ base: newer.version, content: draftContentOf(theirs) })
      const before = form.getValues()
      const merged = formOnTop(before, sent, theirs)
      keepCaret(() => {
        for (const name of Object.keys(merged) as (keyof AssistantForm)[]) {
          if (!isSame(merged[name], before[name])) form.setValue(name, merged[name])
        }
      })
      saver.change(draftContentOf(form.getValues()))
    },
    [form, saver],
  )
  useEffect(() => {
    if (detail.version > saver.base() && !saver.isDirty()) adopt(detail)
  }, [adopt, detail, saver])

  const onLeft = useEffectEvent(onLeftUnsaved)
  useSaveOnLeaving(saver)
  useEffect(
    () => () => {
      if (!saver.isDirty()) return
      const left = form.getValues()
      void saver.flush().then((isSaved) => {
        if (isSaved) return
        leftUnsaved.set(id, { form: left, version: saver.base() } satisfies LeftUnsaved)
        onLeft()
      })
    },
    [form, id, saver],
  )

  return useMemo(() => {
    const take = (newer: OwnAssistantDetail) => {
      adopt(newer)
      onDetail(newer)
    }
    const replace = (change: (version: number) => Promise<OwnAssistantDetail>) =>
      saver.betweenSaves(async () => take(await change(saver.base())))
    const { publish, draft, versions } = own
    const read = () => readingAssistant(id).queryFn()
    return {
      form,
      /** Whether the workshop is still open, so that changes of the form are saved. */
      isOpen: () => open.current,
      state,
      flush: () => saver.flush(),
      // These three save first, act on the saved draft, and reject with a message when the server refuses.
      publish: () =>
        saver.betweenSaves(async () => {
          const sent = structuredClone(form.getValues())
          const newer = await successBody(publish.$post({ param: { id }, json: { version: saver.base() } }))
          goOnFrom(newer, sent)
          onDetail(newer)
          return newer
        }),
      discard: () =>
        replace((version) => successBody(draft.$delete({ param: { id }, query: { version: `${version}` } }))),
      restore: (number: number) =>
        replace((version) =>
          successBody(versions[':number'].restore.$post({ param: { id, number: `${number}` }, json: { version } })),
        ),
      /**
       * Saves, and then lets `change` change the questions of the stored draft, which are shown if it returns true.
       * @throws NotSaved
       */
      changeStored: (change: () => Promise<boolean>) =>
        saver.betweenSaves(async () => {
          const sent = structuredClone(form.getValues())
          if (!(await change())) return false
          // Without this answer, the next save is refused as outdated, and the owner is asked.
          const newer = await read().catch(() => null)
          if (newer === null) return true
          goOnFrom(newer, sent)
          onDetail(newer)
          return true
        }),
      takeTheirs: async () => take(await read()),
      keepMine: async () => saver.keepMine((await read()).version),
    }
  }, [adopt, form, goOnFrom, id, onDetail, saver, state])
}

/** Replacing the questions renders their fields anew. The focus and the caret move on to the new field. */
function keepCaret(change: () => void): void {
  const typed = document.activeElement
  flushSync(change)
  if (!isTextField(typed) || typed.isConnected) return
  const [next] = document.getElementsByName(typed.name)
  if (!isTextField(next)) return
  next.focus({ preventScroll: true })
  next.setSelectionRange(typed.selectionStart, typed.selectionEnd)
}

function isTextField(element: Element | null | undefined): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}

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
