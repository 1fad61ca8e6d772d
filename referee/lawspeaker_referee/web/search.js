// Shows the rows of tables whose bot is searched for, and opens what is folded around them.
const field = document.getElementById("search");
if (field) {
  field.parentElement.hidden = false;
  const rows = [...document.querySelectorAll("tr[data-bot]")];
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    for (const row of rows) {
      row.hidden = wanted !== "" && !row.dataset.bot.toLowerCase().includes(wanted);
    }
    for (const folded of document.querySelectorAll("details.more")) {
      folded.open = wanted !== "" && folded.querySelector("tr[data-bot]:not([hidden])") !== null;
    }
  });
}
