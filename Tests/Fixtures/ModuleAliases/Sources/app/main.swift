import Utils
import UtilsOfA
import UtilsOfB
import UtilsClient
import Mid
import TopOfC
print(own(), a(), b(), client(), mid(), top(), String(reflecting: Thing.self))
