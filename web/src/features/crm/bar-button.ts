/** Of the row of buttons at the top: on phones smaller, and without their pictures, so that they keep to two lines. */
export const BAR_BUTTON = 'max-sm:grow max-sm:px-3 max-sm:text-[0.9375rem] max-sm:[&>svg]:hidden'
