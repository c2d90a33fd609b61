/** Routes of the server that only these screens know: no other page loads their paths. */
export const sendApplication = (vacancy_id: number): string => `/v1/client/vacancies/${vacancy_id}/applications`;
