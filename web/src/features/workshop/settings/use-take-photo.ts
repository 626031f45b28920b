import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import {
  forgetPhoto,
  submitProblemOf,
  uploadPhoto,
  type AssistantForm,
  type ChosenPhoto,
} from '../../assistants/assistants.ts'

/** Uploads a chosen photo and then puts it into the draft. Until then, the previous photo stays. */
export function useTakePhoto(form: UseFormReturn<AssistantForm>) {
  const [isTaking, setTaking] = useState(false)
  const takePhoto = async (photo: ChosenPhoto) => {
    setTaking(true)
    try {
      const kept = await uploadPhoto(photo)
      // The position of the face in the old photo does not apply to the new one.
      form.setValue('photoFace', null)
      form.setValue('photo', kept)
      forgetPhoto(photo)
    } catch (error) {
      form.setError('photo', { message: submitProblemOf(error).message })
    } finally {
      setTaking(false)
    }
  }
  return { takePhoto, isTaking }
}
