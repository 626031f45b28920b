import { SOURCE_ADDRESS_MAX_LENGTH, SOURCE_FILE_MAX_BYTES } from '#contract/knowledge-source-limits.ts'
import type { KnowledgeSource } from '#contract/knowledge-sources.ts'
import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { apiFetch } from '../../../lib/api-fetch.ts'
import { hasCode } from '../../../lib/api-problem.ts'
import { notify } from '../../../lib/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckedForm } from '../../../ui/checked-form.tsx'
import { Field } from '../../../ui/field.tsx'

const FILE_TYPES = '.pdf,.docx,.txt,.md,application/pdf,text/plain,text/markdown'
const FILE_MB = SOURCE_FILE_MAX_BYTES / 1024 / 1024

/** Runs a request that changes the sources. If it returns the new list, that is shown. */
export type ChangeSources = (
  act: () => Promise<{ sources: KnowledgeSource[] } | void>,
  failure: string,
) => Promise<boolean>

interface AddSourceProps {
  assistantId: string
  isBusy: boolean
  change: ChangeSources
}

export function AddSource({ assistantId, isBusy, change }: AddSourceProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const picker = useRef<HTMLInputElement>(null)

  const submit = async () => {
    const url = typed.trim()
    if (url === '') return setProblem('Enter the address of a page.')
    const { sources } = api.api['own-assistants'][':id']
    const add = async () => void (await sources.$post({ param: { id: assistantId }, json: { url } }))
    if (await change(add, 'That page was not added')) setTyped((now) => (now === typed ? '' : now))
  }
  const upload = (files: readonly File[]) => {
    const fitting = files.filter(({ size }) => size <= SOURCE_FILE_MAX_BYTES)
    for (const { name } of files.filter((file) => !fitting.includes(file))) {
      notify({ kind: 'error', title: `${name} is too large`, description: `A file may be up to ${FILE_MB} MB.` })
    }
    if (fitting.length === 0) return
    void change(async () => {
      for (const file of fitting) {
        const query = new URLSearchParams({ name: file.name })
        try {
          await apiFetch(`/api/own-assistants/${assistantId}/sources/files?${query.toString()}`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/octet-stream' },
            body: file,
          })
        } catch (error) {
          // A file that cannot be read does not keep the next ones from being read.
          if (!hasCode(error, 'bad-request')) throw error
          notify({ kind: 'error', title: `${file.name} was not added`, description: error.detail })
        }
      }
    }, 'Not every file was added')
  }

  return (
    <div className="grid gap-3">
      <CheckedForm className="flex flex-wrap items-start gap-3" onSubmit={() => void submit()}>
        <div className="min-w-0 grow basis-40">
          <Field
            label="Address of a page"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://shop.example/faq"
            maxLength={SOURCE_ADDRESS_MAX_LENGTH}
            error={problem}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setProblem(undefined)
            }}
          />
        </div>
        <Button type="submit" kind="ink" className="min-h-12 min-[24rem]:mt-7" aria-disabled={isBusy}>
          Read page
        </Button>
      </CheckedForm>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="small" aria-disabled={isBusy} onClick={() => picker.current?.click()}>
          <FileUp aria-hidden className="size-4.5" />
          Add files
        </Button>
        <span className="text-[0.9375rem] text-ink-soft">PDF, Word (.docx) or text, up to {FILE_MB} MB each</span>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          accept={FILE_TYPES}
          aria-label="Files to read"
          onChange={({ target }) => {
            upload([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </div>
    </div>
  )
}
