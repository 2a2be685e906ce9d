// The last thing that the page loads, two seconds late: until then the field is a plain input, and email-check.css keeps its room.
const { script } = document.body.dataset;
setTimeout(() => import(String(script)), 2000);
