import { useEffect, useState, type ComponentType } from 'react'
import { receiveNotices, whenNoticesWait } from '../lib/notify.ts'
import { PlainNotices, type PlainNotice } from './plain-notices.tsx'

/**
 * Keeps the toaster out of the first load: it comes with the first notice. Where its script cannot be had, which may be
 * just what there is to say, notices are shown plainly until it can.
 */
export function ToasterHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  const [plain, setPlain] = useState<readonly PlainNotice[]>([])

  useEffect(() => {
    let isLoading = false
    let count = 0
    let stepBack = () => {}
    const load = async () => {
      if (isLoading) return
      isLoading = true
      try {
        const { Toaster: Loaded } = await import('./toaster.tsx')
        // Once it stands it takes over by itself, beginning with what waits.
        setToaster(() => Loaded)
      } catch {
        isLoading = false
        stepBack = receiveNotices((notice) => {
          count += 1
          const numbered = { ...notice, id: count }
          setPlain((shown) => [...shown, numbered])
          void load()
        })
      }
    }
    const stopWaiting = whenNoticesWait(() => void load())
    return () => {
      stopWaiting()
      stepBack()
    }
  }, [])

  return (
    <>
      {plain.length === 0 ? null : (
        <PlainNotices
          notices={plain}
          onDone={(id) => setPlain((shown) => shown.filter((notice) => notice.id !== id))}
        />
      )}
      {Toaster === null ? null : <Toaster />}
    </>
  )
}
